export { AskScreen } from './AskScreen.tsx'
export { askedQuestionsQuery } from './queries.ts'
