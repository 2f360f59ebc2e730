export { TravelScreen } from './TravelScreen.tsx'
