export { SpeechMaterialsScreen } from './SpeechMaterialsScreen.tsx'
