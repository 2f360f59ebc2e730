import type { Mutant } from '../mutant.ts'

/** Rules of the console, calendar files and the sign-in of the app. */
export const screenMutants: readonly Mutant[] = [
  {
    id: 'bulk-stops-when-signed-out',
    rule: 'A bulk action stops when the sign-in is over, and says which rows are left.',
    file: 'src/console/bulk/run-bulk.ts',
    search: "if (error.needsSignIn) return 'signed_out'",
    replace: "if (error.status === 419) return 'signed_out'",
    gate: ['src/console/bulk/run-bulk.test.ts'],
  },
  {
    id: 'undo-only-what-may-be-taken-back',
    rule: 'Only an action that may be taken back by its definition is offered to be undone.',
    file: 'src/console/undo/to-undo-offer.ts',
    search: 'return action?.undoable ? {',
    replace: 'return action ? {',
    gate: ['src/console/undo/to-undo-offer.test.ts'],
  },
  {
    id: 'filter-without-value',
    rule: 'A filter of a list that has no value yet narrows nothing.',
    file: 'src/console/filters/conditions.ts',
    search: 'group.filter(isComplete).map(toItem)',
    replace: 'group.map(toItem)',
    gate: ['src/console/filters/conditions.test.ts'],
  },
  {
    id: 'calendar-folds-by-octets',
    rule: 'Lines of a calendar file are folded at 75 octets, not at 75 characters.',
    file: 'src/features/programme/calendar/content-lines.ts',
    search: 'return codePoint < 0x10000 ? 3 : 4',
    replace: 'return 1',
    gate: ['src/features/programme/calendar/calendar.test.ts'],
  },
  {
    id: 'redirect-stays-with-us',
    rule: 'After a sign-in nobody is led to another host, whatever `redirectUrl` says.',
    file: 'src/features/participant/accounts/resolve-redirect.ts',
    search: '!/^\\/(?![/\\\\])/.test(value) || /[\\\\\\p{Cc}]/u.test(value)) return undefined',
    replace: "!value.startsWith('/')) return value as string",
    gate: ['src/features/participant/accounts/resolve-redirect.test.ts'],
  },
]
