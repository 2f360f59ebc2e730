import type { Mutant } from '../mutant.ts'

/** Rules of the contract between client and server. */
export const contractMutants: readonly Mutant[] = [
  {
    id: 'contract-touching-spans',
    rule: 'Two spans of time that only touch do not overlap.',
    file: 'contract/time.ts',
    search: 'return a.starts_at < b.ends_at && b.starts_at < a.ends_at',
    replace: 'return a.starts_at <= b.ends_at && b.starts_at <= a.ends_at',
    gate: ['contract/time.test.ts'],
  },
]
