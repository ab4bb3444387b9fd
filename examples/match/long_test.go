package main

import "flag"

var long = flag.Bool("long", false, "run the long forms of the tests too")
