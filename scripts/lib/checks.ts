/** A program whose exit code is a verdict on the sources. */
export interface Check {
  name: string
  command: string
  args: readonly string[]
}

/** Everything that is checked without running the product; each counts as one test of `npm test`. */
export const checks: readonly Check[] = [
  { name: 'formatting', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  ...['contract', 'server', 'sw', '.', 'tests'].map((project) => ({
    name: `types of ${project === '.' ? 'src' : project}`,
    command: 'tsc',
    args: ['-p', project],
  })),
  { name: 'locales', command: 'node', args: ['scripts/check-locales.ts'] },
]
