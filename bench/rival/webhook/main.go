// What one would write today with Go's controller-runtime: the same kind of review, one trivial rule.
// It is the rival that our webhook is measured against; nothing of it ships.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// EtcdCluster has only what the rule reads: less work than a full type would be.
type EtcdCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Spec `json:"spec"`
}

type Spec struct {
	Size    int    `json:"size"`
	Version string `json:"version,omitempty"`
}

func (c *EtcdCluster) DeepCopyObject() runtime.Object {
	out := *c
	out.ObjectMeta = *c.ObjectMeta.DeepCopy()
	return &out
}

type oddSize struct{}

func refuseEven(object runtime.Object) error {
	if size := object.(*EtcdCluster).Spec.Size; size%2 == 0 {
		return fmt.Errorf("spec.size: %d is even", size)
	}
	return nil
}

func (oddSize) ValidateCreate(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	return nil, refuseEven(object)
}

func (oddSize) ValidateUpdate(_ context.Context, before, after runtime.Object) (admission.Warnings, error) {
	if equality.Semantic.DeepEqual(before.(*EtcdCluster).Spec, after.(*EtcdCluster).Spec) {
		return nil, nil
	}
	return nil, refuseEven(after)
}

func (oddSize) ValidateDelete(context.Context, runtime.Object) (admission.Warnings, error) {
	return nil, nil
}

func main() {
	port := flag.Int("port", 9443, "where to listen, on 127.0.0.1")
	certificates := flag.String("certificates", "", "a directory with tls.crt and tls.key")
	flag.Parse()
	log.SetLogger(zap.New())
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(schema.GroupVersion{Group: "etcd.database.coreos.com", Version: "v1beta2"}, &EtcdCluster{})
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certificates})
	server.Register("/validate", admission.WithCustomValidator(scheme, &EtcdCluster{}, oddSize{}))
	if err := server.Start(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
