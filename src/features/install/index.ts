export { InstallRow } from './InstallRow.tsx'
