export { AskScreen } from './AskScreen.tsx'
export { ownQuestionsQuery } from './own-questions.ts'
