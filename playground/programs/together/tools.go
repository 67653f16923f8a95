//go:build tools

// Package tools pins the programs of this family; nothing here is compiled.
package tools

import (
	_ "helm.sh/helm/v3/cmd/helm"
)
