export { LiveScreen } from './LiveScreen.tsx'
