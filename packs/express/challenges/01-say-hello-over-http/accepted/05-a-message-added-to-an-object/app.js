import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  const answer = {};
  answer.message = "Come in";
  res.json(answer);
});

export default app;
