export { CalendarButton } from './CalendarButton.tsx'
