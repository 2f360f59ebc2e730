export { InstallRow } from './InstallRow.tsx'
export { InstallScreen } from './InstallScreen.tsx'
export { QrBlock } from './QrBlock.tsx'
