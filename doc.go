// Package shoshogi knows the rules of sho shogi (小将棋), the 16th-century shogi
// with a drunk elephant and no drops, and of its relatives.
package shoshogi
