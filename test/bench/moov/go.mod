module wellport/bench

go 1.22

require github.com/moov-io/ach v1.31.5

require (
	github.com/moov-io/base v0.44.0 // indirect
	github.com/moov-io/iso4217 v0.2.1 // indirect
	github.com/rickar/cal/v2 v2.1.13 // indirect
)
