export { getTransferUrl } from './transfer-url.ts'
export { MyAgendaBar } from './my-agenda-bar.ts'
export { findSubForumClashes } from './sub-forum-clashes.ts'
export { ReceiveAgendaScreen } from './ReceiveAgendaScreen.tsx'
