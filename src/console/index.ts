export { ConsoleScreen } from './ConsoleScreen.tsx'
export { prefetchConsole } from './prefetch-console.ts'
