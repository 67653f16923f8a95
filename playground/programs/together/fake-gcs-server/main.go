// fake-gcs-server as a program, with what Cloud Storage says in its documentation and the fake does not do: it asks for a token, a
// session of an upload tells how much of it is there and forgets what it is sent twice, and a session that has ended says so again.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"sync"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

var contentRange = regexp.MustCompile(`^bytes (?:(\d+)-(\d+)|\*)/(\d+|\*)$`)

type session struct {
	sync.Mutex
	persisted int
	ended     *answer
}

type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (a *answer) Header() http.Header            { return a.header }
func (a *answer) WriteHeader(status int)         { a.status = status }
func (a *answer) Write(some []byte) (int, error) { return a.body.Write(some) }

func (a *answer) to(w http.ResponseWriter) {
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body.Bytes())
}

func (s *session) incomplete(w http.ResponseWriter) {
	if s.persisted > 0 {
		w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", s.persisted-1))
	}
	w.WriteHeader(http.StatusPermanentRedirect)
}

type gate struct {
	token    string
	fake     http.Handler
	mutex    sync.Mutex
	sessions map[string]*session
}

func (g *gate) session(id string) *session {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.sessions[id] == nil {
		g.sessions[id] = &session{}
	}
	return g.sessions[id]
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+g.token {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error":{"code":401,"message":"Invalid Credentials","errors":[{"reason":"authError"}]}}`)
		return
	}
	id := r.URL.Query().Get("upload_id")
	if r.Method != http.MethodPut || id == "" {
		g.fake.ServeHTTP(w, r)
		return
	}
	g.chunk(w, r, g.session(id))
}

func (g *gate) chunk(w http.ResponseWriter, r *http.Request, s *session) {
	// What was cut on its way is not taken at all; the real one may keep a part of it.
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.Lock()
	defer s.Unlock()
	if s.ended != nil {
		s.ended.to(w)
		return
	}
	said := contentRange.FindStringSubmatch(r.Header.Get("Content-Range"))
	if said == nil {
		http.Error(w, "a chunk says where it begins", http.StatusBadRequest)
		return
	}
	total, isTotal := -1, false
	if said[3] != "*" {
		total, _ = strconv.Atoi(said[3])
		isTotal = true
	}
	if said[1] != "" {
		start, _ := strconv.Atoi(said[1])
		if start > s.persisted {
			http.Error(w, "a chunk is missing before this one", http.StatusServiceUnavailable)
			return
		}
		body = body[min(s.persisted-start, len(body)):]
	}
	end := s.persisted + len(body)
	if len(body) == 0 && !(isTotal && end == total) {
		s.incomplete(w)
		return
	}
	if len(body) > 0 {
		r.Header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%s", s.persisted, end-1, said[3]))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	taken := &answer{status: http.StatusOK, header: http.Header{}}
	g.fake.ServeHTTP(taken, r)
	if taken.status == http.StatusOK {
		s.ended = taken
	}
	if taken.status == http.StatusOK || taken.status == http.StatusPermanentRedirect {
		s.persisted = end
	}
	taken.to(w)
}

func main() {
	port := flag.Int("port", 0, "on loopback")
	token := flag.String("token", "", "the only one that is known")
	bucket := flag.String("bucket", "snapshots", "which is there from the beginning")
	flag.Parse()
	address := fmt.Sprintf("127.0.0.1:%d", *port)
	fake, err := fakestorage.NewServerWithOptions(fakestorage.Options{
		NoListener: true, PublicHost: address, ExternalURL: "http://" + address, Writer: io.Discard,
	})
	if err != nil {
		log.Fatal(err)
	}
	fake.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: *bucket})
	log.Fatal(http.ListenAndServe(address, &gate{token: *token, fake: fake.HTTPHandler(), sessions: map[string]*session{}}))
}
