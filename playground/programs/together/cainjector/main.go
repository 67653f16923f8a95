// cert-manager's CA injector of today, from its own package: its program is in a module that the proxy does not serve. The one
// that comes with 1.11 was built before webhooks had matchConditions, and writes configurations back without them.
package main

import (
	"fmt"
	"os"

	certmanager "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	"github.com/cert-manager/cert-manager/pkg/controller/cainjector"
	corev1 "k8s.io/api/core/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2/textlogger"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func run() error {
	ctrl.SetLogger(textlogger.NewLogger(textlogger.NewConfig()))
	context := ctrl.SetupSignalHandler()
	kinds := scheme.Scheme
	for _, add := range []func(*runtime.Scheme) error{
		certmanager.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme,
	} {
		if err := add(kinds); err != nil {
			return err
		}
	}
	config := ctrl.GetConfigOrDie()
	config.UserAgent = "cert-manager-cainjector/v1.21.2" // its first word is the field manager
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  kinds,
		Metrics: server.Options{BindAddress: "0"},
		// Secrets are watched by their metadata and read when needed.
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
	if err != nil {
		return err
	}
	options := cainjector.SetupOptions{
		EnableCertificatesDataSource: true,
		EnabledReconcilersFor: map[string]bool{
			cainjector.MutatingWebhookConfigurationName:   true,
			cainjector.ValidatingWebhookConfigurationName: true,
			cainjector.APIServiceName:                     true,
			cainjector.CustomResourceDefinitionName:       true,
		},
	}
	if err := cainjector.RegisterAllInjectors(context, manager, options); err != nil {
		return err
	}
	return manager.Start(context)
}

// The flags that the chart passes are those of the program that this one stands for; none is needed here.
func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
