export { getTransferUrl } from './transfer-code.ts'
export { MyAgendaBar } from './lazy-my-agenda-bar.ts'
export { ReceiveAgendaScreen } from './ReceiveAgendaScreen.tsx'
