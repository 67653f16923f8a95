// Sends one review again and again over a few kept-open TLS connections and prints what came back as one line of JSON.
package main

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

type result struct {
	latencies []time.Duration
	failed    int
}

func client() *http.Client {
	// The certificate is the bench's own and on loopback; what is measured is the handshake's product, not its trust.
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}},
		MaxIdleConnsPerHost: 1,
	}
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

func send(url string, body []byte, until time.Time) (out result) {
	client := client()
	for time.Now().Before(until) {
		began := time.Now()
		response, err := client.Post(url, "application/json", bytes.NewReader(body))
		if err != nil {
			out.failed++
			continue
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != 200 || !bytes.Contains(answer, []byte(`"allowed":true`)) {
			out.failed++
			continue
		}
		out.latencies = append(out.latencies, time.Since(began))
	}
	return out
}

func main() {
	url := flag.String("url", "", "where to send")
	file := flag.String("review", "", "the file that holds the review")
	connections := flag.Int("connections", 8, "how many at once")
	seconds := flag.Float64("seconds", 5, "for how long")
	flag.Parse()
	body, err := os.ReadFile(*file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	length := time.Duration(*seconds * float64(time.Second))
	until := time.Now().Add(length)
	results := make([]result, *connections)
	var group sync.WaitGroup
	for index := range results {
		group.Add(1)
		go func() {
			defer group.Done()
			results[index] = send(*url, body, until)
		}()
	}
	group.Wait()
	var all []time.Duration
	failed := 0
	for _, one := range results {
		all = append(all, one.latencies...)
		failed += one.failed
	}
	if len(all) == 0 {
		fmt.Fprintf(os.Stderr, "no request to %s succeeded, %d failed\n", *url, failed)
		os.Exit(1)
	}
	slices.Sort(all)
	at := func(share float64) float64 { return float64(all[int(share*float64(len(all)-1))].Microseconds()) / 1000 }
	json.NewEncoder(os.Stdout).Encode(map[string]float64{
		"perSecond": float64(len(all)) / length.Seconds(), "failed": float64(failed),
		"p50": at(0.5), "p99": at(0.99), "p999": at(0.999), "max": at(1),
	})
}
