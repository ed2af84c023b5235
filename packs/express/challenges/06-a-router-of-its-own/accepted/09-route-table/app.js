import express from "express";
import router from "./routes/books.js";
const app = express();
app.use("/books", router);
export default app;
