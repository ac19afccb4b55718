package ranking

import "saloon/lobby"

// treeSize is how many points a tree tells apart.
const treeSize = lobby.PointsMax - lobby.PointsMin + 1

// tree counts people by points and sums up those above some points in a dozen steps (a Fenwick tree). Its zero value is
// empty.
type tree struct{ sums []int32 }

// add adds people at some points.
func (t *tree) add(points int, people int32) {
	if t.sums == nil {
		t.sums = make([]int32, treeSize+1)
	}
	for i := at(points); i <= treeSize; i += i & -i {
		t.sums[i] += people
	}
}

// above is the number of people with more points.
func (t *tree) above(points int) int {
	if t.sums == nil {
		return 0
	}
	var sum int32
	for i := at(points) - 1; i > 0; i -= i & -i {
		sum += t.sums[i]
	}
	return int(sum)
}

// at is where points stand in a tree: the most first, from 1.
func at(points int) int { return min(max(lobby.PointsMax-points+1, 1), treeSize) }
