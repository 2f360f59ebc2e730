export { OutboxLink } from './OutboxLink.tsx'
export { OutboxRow } from './OutboxRow.tsx'
export { OutboxScreen } from './OutboxScreen.tsx'
export { useSignOut } from './use-sign-out.tsx'
