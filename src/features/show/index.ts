export { ShowScreen } from './ShowScreen.tsx'
