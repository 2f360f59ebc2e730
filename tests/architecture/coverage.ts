/** A line of docs/coverage.md: the numbers of the checklist, and the test that shows them. */
export interface CoverageLine {
  numbers: string[]
  file: string
  test: string
}

/** Reads the tables. A line without a number goes on with the one above; `2-4` stands for 2, 3 and 4. */
export function parseCoverage(text: string): CoverageLine[] {
  let numbers: string[] = []
  return text.split('\n').flatMap((line) => {
    const cells = /^\|\s*([^|]*?)\s*\|[^|]*\|\s*`([^`]+)` › (.*?)\s*\|$/.exec(line)
    if (!cells) return []
    const [, number = '', file = '', test = ''] = cells
    if (number) numbers = expandNumbers(number)
    return [{ numbers, file, test }]
  })
}

/** The tests that stand in no file, by the source's own text of their names. */
export function findMissingTests(
  lines: readonly CoverageLine[],
  read: (path: string) => string | undefined,
): string[] {
  return lines
    .filter(({ file, test }) => {
      const source = read(file)
      return source === undefined || !["'", '"', '`'].some((quote) => source.includes(quote + test + quote))
    })
    .map(({ file, test }) => `${file} › ${test}`)
}

/** `2-4` stands for 2, 3 and 4. */
export function expandNumbers(number: string): string[] {
  const [first = '', last] = number.split('-')
  if (last === undefined) return [first]
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index))
}
