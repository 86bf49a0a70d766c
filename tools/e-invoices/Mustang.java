import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Validates files of Factur-X, with the input and output of Phive.java. */
public final class Mustang {
  private static final Pattern SUMMARY = Pattern.compile("<summary status=\"([^\"]*)\"");
  private static final Pattern ERROR = Pattern.compile("<(error|exception)\\b[^>]*>(.*?)</\\1>", Pattern.DOTALL);

  public static void main(String[] arguments) throws Exception {
    // The library logs to standard output: answers keep it for themselves.
    PrintStream answers = System.out;
    System.setOut(System.err);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      for (String error : errorsOf(line.split("\t")[0]))
        answers.println("error\t" + line + "\t" + error.replaceAll("\\s+", " "));
      answers.println("done\t" + line);
      answers.flush();
    }
  }

  /** Its verdict of the whole is not enough: no error may stand anywhere, and every summary must be valid. */
  private static List<String> errorsOf(String path) {
    var validator = new ZUGFeRDValidator();
    validator.disableNotices();
    String report = validator.validate(path);
    List<String> errors = new ArrayList<>();
    Matcher error = ERROR.matcher(report);
    while (error.find()) errors.add(error.group(2));
    Matcher summary = SUMMARY.matcher(report);
    int summaries = 0;
    for (; summary.find(); summaries++)
      if (!summary.group(1).equals("valid")) errors.add("summary: " + summary.group(1));
    if (summaries == 0) errors.add("no summary: " + report);
    return errors;
  }
}
