export { RegisterScreen } from './RegisterScreen.tsx'
export { parseKind, SuccessScreen } from './SuccessScreen.tsx'
export { parseStep, participantKind, staffKind } from './kinds.ts'
export { startForm } from './start-form.ts'
