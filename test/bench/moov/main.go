// Command bench reads and validates, then writes, the bank files of a folder with moov-io/ach, and prints the CPU
// milliseconds of its fastest run of each, as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/moov-io/ach"
)

func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	of := func(at syscall.Timeval) float64 { return float64(at.Sec)*1000 + float64(at.Usec)/1000 }
	return of(usage.Utime) + of(usage.Stime)
}

func read(texts [][]byte) []ach.File {
	var files []ach.File
	for _, text := range texts {
		file, err := ach.NewReader(bytes.NewReader(text)).Read()
		if err != nil {
			panic(err)
		}
		if err := file.Validate(); err != nil {
			panic(err)
		}
		files = append(files, file)
	}
	return files
}

func write(files []ach.File) int {
	written := 0
	for at := range files {
		var out bytes.Buffer
		if err := ach.NewWriter(&out).Write(&files[at]); err != nil {
			panic(err)
		}
		written += out.Len()
	}
	return written
}

func main() {
	runs, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	names, err := filepath.Glob(filepath.Join(os.Args[1], "*.ach"))
	if err != nil || len(names) == 0 {
		panic(fmt.Sprint("no files: ", err))
	}
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		texts = append(texts, text)
	}
	best := map[string]float64{"read": 1e12, "write": 1e12}
	for run := 0; run < runs; run++ {
		began := cpu()
		files := read(texts)
		best["read"] = min(best["read"], cpu()-began)
		began = cpu()
		write(files)
		best["write"] = min(best["write"], cpu()-began)
	}
	if err := json.NewEncoder(os.Stdout).Encode(best); err != nil {
		panic(err)
	}
}
