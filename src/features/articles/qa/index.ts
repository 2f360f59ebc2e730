export { QaScreen } from './QaScreen.tsx'
export { questionsQuery } from './queries.ts'
export { parseQuestionSearch } from './queries.ts'
