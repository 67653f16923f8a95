//go:build tools

// Package tools pins the programs of this family; nothing here is compiled.
package tools

import (
	_ "sigs.k8s.io/krew/cmd/krew"
	_ "sigs.k8s.io/krew/cmd/validate-krew-manifest"
)
