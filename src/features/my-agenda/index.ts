export { carryAddress } from './carry-address.ts'
export { MyAgendaBar } from './my-agenda-bar.ts'
export { findSubForumClashes } from './sub-forum-clashes.ts'
export { TakeScreen } from './TakeScreen.tsx'
