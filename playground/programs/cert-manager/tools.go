//go:build tools

// Package tools pins the programs of this family; nothing here is compiled.
package tools

import (
	_ "github.com/cert-manager/cert-manager/cmd/controller"
	_ "github.com/cert-manager/cert-manager/cmd/webhook"
)
