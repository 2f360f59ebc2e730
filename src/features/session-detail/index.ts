export { SessionScreen } from './SessionScreen.tsx'
