//go:build tools

// Package tools pins the programs of this family; nothing here is compiled.
package tools

import (
	_ "github.com/rancher/local-path-provisioner"
	// What it shares with Kubernetes is of the same version, and so compiled once for both.
	_ "k8s.io/kubernetes/cmd/kubectl"
)
