//go:build tools

// Package tools pins the programs of this family; nothing here is compiled.
package tools

import (
	_ "github.com/kubernetes-csi/csi-driver-host-path/cmd/hostpathplugin"
)
