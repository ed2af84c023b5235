import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  return { message: "Welcome to the library" };
});

export default app;
