export { ConsoleScreen } from './ConsoleScreen.tsx'
