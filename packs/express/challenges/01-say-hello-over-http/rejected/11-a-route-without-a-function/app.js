import express from "express";

const app = express();

app.get("/hello");
app.use((req, res) => {
  res.status(200).json({ message: "Hello" });
});

export default app;
