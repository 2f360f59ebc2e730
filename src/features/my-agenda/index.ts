export { carryAddress } from './carry-address.ts'
export { MyAgendaBar } from './my-agenda-bar.ts'
export { TakeScreen } from './TakeScreen.tsx'
