export { getTransferUrl } from './transfer-code.ts'
export { MyAgendaBar } from './my-agenda-bar.ts'
export { ReceiveAgendaScreen } from './ReceiveAgendaScreen.tsx'
