// Command verdicts reads and validates every bank file of a folder with moov-io/ach, as an originator that takes what
// its bank sends back, and prints what it says of each, as JSON: the empty text where it takes the file.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/moov-io/ach"
)

func verdict(text []byte) (said string) {
	defer func() {
		if problem := recover(); problem != nil {
			said = fmt.Sprint("panic: ", problem)
		}
	}()
	file, err := ach.NewReader(bytes.NewReader(text)).Read()
	if err == nil {
		err = file.Validate()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func main() {
	verdicts := map[string]string{}
	folder := os.Args[1]
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".ach") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		verdicts[name] = verdict(text)
		return err
	})
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(verdicts)
	}
	if err != nil {
		panic(err)
	}
}
