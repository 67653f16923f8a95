// Tells the kubelet of a CSI driver, as node-driver-registrar does, whose module the proxy does not serve: it asks the driver for its
// name, and answers the kubelet with it.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"os"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	registration "k8s.io/kubelet/pkg/apis/pluginregistration/v1"
)

type registrar struct {
	registration.UnimplementedRegistrationServer
	name, endpoint string
}

func (r registrar) GetInfo(context.Context, *registration.InfoRequest) (*registration.PluginInfo, error) {
	return &registration.PluginInfo{
		Type:              registration.CSIPlugin,
		Name:              r.name,
		Endpoint:          r.endpoint,
		SupportedVersions: []string{"1.0.0"},
	}, nil
}

// A kubelet that refuses asks again when this process has been started anew.
func (r registrar) NotifyRegistrationStatus(_ context.Context, status *registration.RegistrationStatus) (*registration.RegistrationStatusResponse, error) {
	if !status.PluginRegistered {
		log.Fatalf("%s was refused: %s", r.name, status.Error)
	}
	log.Printf("%s is registered", r.name)
	return &registration.RegistrationStatusResponse{}, nil
}

func nameOf(driver string) (string, error) {
	// Waits until the driver listens.
	connection, err := grpc.NewClient("unix:"+driver, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
	if err != nil {
		return "", err
	}
	defer connection.Close()
	info, err := csi.NewIdentityClient(connection).GetPluginInfo(context.Background(), &csi.GetPluginInfoRequest{})
	return info.GetName(), err
}

func run() error {
	driver := flag.String("csi-address", "/csi/csi.sock", "the driver's socket, as this process sees it")
	endpoint := flag.String("kubelet-registration-path", "", "the same, as the kubelet sees it")
	directory := flag.String("registry", "/registration", "where the kubelet looks for plugins")
	flag.Parse()
	name, err := nameOf(*driver)
	if err != nil {
		return err
	}
	path := *directory + "/" + name + "-reg.sock"
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	registration.RegisterRegistrationServer(server, registrar{name: name, endpoint: *endpoint})
	return server.Serve(listener)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
