export { QaScreen } from './QaScreen.tsx'
export { parseQuestionSearch, questionsQuery } from './queries.ts'
