export { ConsoleScreen } from './ConsoleScreen.tsx'
export { openConsole } from './reading/open-console.ts'
