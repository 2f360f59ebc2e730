/** One measured figure. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** Upper or lower limit that the value should keep. */
  goal?: { most?: number; least?: number }
  /** Conditions of the figure: load, profile, number of runs. */
  conditions: string
}

/** A benchmark. `npm run bench <name>` runs it alone. */
export interface Bench {
  name: string
  /** Measures the built app and the real server, and cleans up afterwards. */
  run: () => Promise<Figure[]>
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the smallest value that at least `percent` of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

/** True when the figure reaches its goal, or has none. */
export function isReached({ value, goal }: Figure): boolean {
  return value <= (goal?.most ?? Infinity) && value >= (goal?.least ?? -Infinity)
}
