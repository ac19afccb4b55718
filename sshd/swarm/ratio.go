package swarm

// Ratio is a house's figures by those of a bare server: 2 means twice as much. Those of time, memory and bytes are
// better below 1, that of logins above.
type Ratio struct {
	Kind            string  `json:"kind"`
	BytesPerSession float64 `json:"bytes_per_session"`
	MilliPerSession float64 `json:"millicores_per_session"`
	CPUPerFrame     float64 `json:"cpu_per_frame"`
	P50             float64 `json:"key_to_frame_p50"`
	P99             float64 `json:"key_to_frame_p99"`
	LoginsPerSec    float64 `json:"logins_per_second"`
	Diff            float64 `json:"diff_ratio"` // of both by the smallest diffs
}

// Compare adds what bare servers needed in the same run, and the ratios.
func (r *Report) Compare(floors []BareReport) {
	r.Floors = floors
	for _, f := range floors {
		ratio := Ratio{Kind: f.Kind, CPUPerFrame: per(r.CPUPerFrame, f.CPUPerFrame), P50: per(r.All.P50, f.Keys.P50),
			P99: per(r.All.P99, f.Keys.P99), LoginsPerSec: per(r.LoginsPerSec, f.LoginsPerSec),
			Diff: per(r.Diff.Ratio, f.Diff.Ratio)}
		if r.Server != nil {
			ratio.BytesPerSession = per(r.Server.BytesPerSession, f.Server.BytesPerSession)
			ratio.MilliPerSession = per(r.Server.MilliPerSession, f.Server.MilliPerSession)
		}
		r.Ratios = append(r.Ratios, ratio)
	}
}
