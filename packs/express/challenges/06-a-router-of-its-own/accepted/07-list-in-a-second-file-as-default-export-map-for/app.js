import express from "express";
import volumes from "./routes/books.js";

const app = express();
app.disable("x-powered-by");

app.use(["/books"], volumes);

export default app;
