import express from "express";

const app = express();

app.post("/hello", (req, res) => {
  res.json({ message: "Hello" });
});

export default app;
