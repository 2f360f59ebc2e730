export { QaScreen } from './QaScreen.tsx'
