/** Addresses that other parts name (specification §2). */
export const Home = '/'
export const Search = '/search'
export const MyCenter = '/user/center'
export const Login = '/login'
