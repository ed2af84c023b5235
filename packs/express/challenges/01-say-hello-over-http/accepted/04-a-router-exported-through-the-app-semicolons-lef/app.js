import express, { Router } from 'express'

const app = express()
const routes = Router()

routes.get('/hello', (req, res) => res.json({ message: 'Hi' }))
app.use(routes)

export default app
